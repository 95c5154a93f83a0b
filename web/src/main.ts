import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { speak } from './i18n/index.svelte';
import { upgrade } from './local/upgrade.svelte';
import { askForTable } from './net/early';
import { PAGES } from './pages';
import { router } from './router.svelte';
import { applySettings, settings } from './settings.svelte';
import { showPresses } from './ui/press';

/** There are no words to say it with: in both languages. */
const WORDLESS =
  'Capolinea could not be loaded. Please reload the page. – Impossibile caricare Capolinea. Ricarica la pagina.';

const { page } = router;
if (page.page === 'table') askForTable(page.table);
const words = speak(settings.language);
// At the same time: the page asks for it again, and says so if it can't be had.
if (page.page !== 'missing') PAGES[page.page]().catch(() => null);
applySettings();
showPresses();
window.addEventListener('load', () => void upgrade.keepFiles());
const target = document.getElementById('app');
if (target) {
  words.then(
    () => mount(App, { target }),
    () => (target.textContent = WORDLESS),
  );
}
