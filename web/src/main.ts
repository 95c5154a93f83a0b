import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import { mount } from 'svelte';
import App from './App.svelte';
import { upgrade } from './local/upgrade.svelte';
import { askForTable } from './net/early';
import { router } from './router.svelte';
import { applySettings } from './settings.svelte';

if (router.page.page === 'table') askForTable(router.page.table);
applySettings();
window.addEventListener('load', () => void upgrade.keepFiles());
const target = document.getElementById('app');
if (target) mount(App, { target });
