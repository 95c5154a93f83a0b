//! The rules help in Italian.

import type { HelpTexts } from './types';

export const it: HelpTexts = {
  goal: 'Raccogli carte, spendile per prendere linee tra le città e unisci le due città di ogni tuo biglietto. Le linee danno punti subito; i biglietti sono segreti e contano alla fine: a favore se completati, contro se no. Vince il totale più alto.',
  core: [
    {
      title: 'Prima del primo turno',
      rules: [
        {
          rule: 'C01',
          text: 'Il mazzo ha {cards} carte: {colors} e {wilds} carte {wild} che valgono per qualsiasi colore.',
        },
        {
          rule: 'C02',
          text: 'Ognuno riceve {hand} carte; altre cinque vengono scoperte accanto al mazzo: è il mercato.',
        },
        {
          rule: 'C03',
          text: 'Ognuno riceve {dealt} e ne tiene almeno {keep}; {returned}. Si sceglie tutti insieme e in segreto; quello che tieni resta tuo fino alla fine.',
        },
        {
          rule: 'C04',
          text: 'Questa mappa è per {players} giocatori. {begins} Poi si gioca in senso orario. Agisce solo chi è di turno.',
        },
        { rule: 'C05', text: 'Ogni giocatore ha {pieces}.' },
      ],
    },
    {
      title: 'Il tuo turno: una di queste cose',
      rules: [
        { rule: 'C10', text: 'In un turno si fa una cosa sola: {turn}. Ciò che hai cominciato va prima concluso.' },
        {
          rule: 'C11',
          text: 'Pescare carte: due, ciascuna dal mercato o coperta dal mazzo. Una carta {wild} presa dal mercato vale per due: se la prendi per prima è l’unica, e non si può prendere per seconda. Una carta {wild} pescata dal mazzo è solo fortuna. Alla seconda carta non si può rinunciare: ci si ferma a una solo se una seconda non c’è.',
        },
        {
          rule: 'C12',
          text: 'Una carta presa dal mercato viene subito sostituita: la nuova è già lì per la tua seconda scelta.',
        },
        {
          rule: 'C13',
          text: 'Appena tre o più delle cinque carte scoperte sono carte {wild}, anche prima del primo turno, tutte e cinque si scartano e se ne scoprono cinque nuove. Restano solo se le altre carte rimaste sono troppo poche perché serva.',
        },
        {
          rule: 'C14',
          text: 'Appena si pesca l’ultima carta del mazzo, le carte scartate vengono mescolate e formano il nuovo mazzo. Se non ce ne sono, lo formano le prossime che si scartano, e il mercato torna subito a cinque.',
        },
        { rule: 'C15', text: 'Se non c’è più nessuna carta da pescare, devi fare altro. {emptyDeck}' },
        { rule: 'C16', text: 'Puoi avere in mano quante carte e quanti biglietti vuoi.' },
        {
          rule: 'C17',
          text: 'Pescare biglietti: ne vedi {draw} (o quanti ne restano) e ne devi tenere almeno {drawKeep}, quindi anche l’ultimo, se è solo. Quelli che tieni restano tuoi fino alla fine; gli altri vanno sotto il mazzo. Quando sono finiti, non si può più fare.',
        },
        {
          rule: 'C18',
          text: 'Passa solo chi non può fare proprio niente. Se passano tutti di seguito, la partita finisce.',
        },
      ],
    },
    {
      title: 'Prendere una linea',
      rules: [
        {
          rule: 'C20',
          text: 'Una linea si prende tutta in una volta: paga tante carte quante ne chiede, tutte di un colore. Una linea colorata vuole il suo colore, una grigia un colore qualsiasi. Alcune o tutte possono essere carte {wild}. Le carte pagate si scartano.',
        },
        {
          rule: 'C21',
          text: 'Una sola linea per turno, una qualunque che sia libera. Non deve toccare quelle che hai già.',
        },
        { rule: 'C22', text: 'Ti servono abbastanza pezzi per riempire tutte le caselle.' },
        {
          rule: 'C23',
          text: 'Due città possono essere unite da {twins|due|due o tre} linee gemelle: affiancate e con lo stesso numero di caselle. Ne puoi avere una sola. Le linee che corrono affiancate per un tratto ma arrivano in città diverse non sono gemelle.',
        },
        {
          rule: 'C24',
          text: 'In {few} giocatori, di queste linee gemelle se ne può prendere una in tutto: appena qualcuno ne ha una, {twins|l’altra si chiude|le altre si chiudono} fino alla fine.',
        },
        {
          rule: 'C25',
          text: 'I punti di una linea sono tuoi subito; quelle lunghe valgono molto più della loro lunghezza. Li vedi nella tabella qui sotto.',
        },
      ],
    },
    {
      title: 'La fine',
      rules: [
        {
          rule: 'C30',
          text: 'Quando qualcuno finisce un turno con {last} {last|pezzo|pezzi} o meno, comincia l’ultimo giro: tutti, lui compreso, hanno esattamente ancora un turno.',
        },
        {
          rule: 'C31',
          text: 'Poi si scoprono i biglietti. Un biglietto è completato se un percorso ininterrotto di linee tue unisce le sue due città, non importa per quale via. Quelli completati aggiungono il loro valore, gli altri lo tolgono.',
        },
        { rule: 'C32', text: 'I punti delle linee si ricontano ancora una volta, per controllo.' },
        { rule: 'C33', text: 'Vince il totale più alto.{ties} Chi resta alla pari condivide la vittoria.' },
        {
          rule: 'C34',
          text: 'Carte in mano e biglietti sono segreti. Tutto il resto lo sanno tutti: quante carte, quanti biglietti e quanti pezzi ha ciascuno, che cosa è stato preso dal mercato, che cosa è stato pagato e che cosa ognuno ha raccolto per strada.',
        },
      ],
    },
  ],
  maps: {
    usa: {
      title: 'Nord America',
      rules: [
        {
          rule: 'U01',
          text: 'I biglietti sono 30; all’inizio ne vedi tre, e quelli che rendi vanno sotto il mazzo. Dieci punti a chi alla fine ha il percorso ininterrotto più lungo, o a ciascuno di quelli a pari merito. Può passare più volte per una città e può chiudersi ad anello, ma nessuna linea conta due volte e le diramazioni non contano. Chi non ha linee non ha percorso: se non ne ha nessuno, i punti non vanno a nessuno.',
        },
        {
          rule: 'U02',
          text: 'In caso di parità vince chi ha completato più biglietti, poi chi ha il percorso più lungo.',
        },
      ],
    },
    europe: {
      title: 'Europa',
      rules: [
        {
          rule: 'E01',
          mechanic: 'start_decks',
          text: 'I biglietti sono 46, sei dei quali lunghi. All’inizio ne ricevi uno lungo e tre normali, e ne tieni almeno due su quattro, dell’uno o dell’altro tipo. Quelli resi allora escono dal gioco, lunghi o normali, e così i lunghi non distribuiti: poi si pescano solo biglietti normali.',
          elsewhere:
            'I biglietti da {startDecks} punti si distribuiscono solo prima del primo turno; quelli non distribuiti escono dal gioco.',
        },
        {
          rule: 'E02',
          mechanic: 'ferries',
          text: 'I traghetti sono linee grigie con una locomotiva su alcune caselle: ognuna va pagata con una carta {wild}. Le altre caselle si pagano come al solito.',
          elsewhere:
            'I traghetti mostrano il segno della carta {wild} su alcune caselle: ognuna va pagata con una di queste carte. Le altre caselle si pagano come al solito.',
        },
        {
          rule: 'E03',
          mechanic: 'tunnels',
          text: 'Le gallerie hanno il bordo tratteggiato. Prima metti le carte come al solito, poi {reveal|si scopre una carta|si scoprono # carte} dal mazzo. Per ognuna che è del tuo colore o è una carta {wild} devi aggiungere una carta di quel colore o una carta {wild}. Se hai messo solo carte {wild}, contano solo queste e solo queste puoi aggiungere.',
        },
        {
          rule: 'E04',
          mechanic: 'tunnels',
          text: 'Se non puoi o non vuoi aggiungere carte, riprendi le tue e il turno finisce.',
        },
        {
          rule: 'E05',
          mechanic: 'tunnels',
          text: 'Le carte scoperte si scartano a fine turno. Se non chiedono niente, la galleria è subito tua. Se restano meno carte da scoprire, contano solo quelle; se non ne resta nessuna, non c’è rischio.',
        },
        {
          rule: 'E06',
          mechanic: 'stations',
          text: 'Una quarta cosa da fare in un turno: costruire una stazione in una città qualsiasi che non ne ha, anche se nessuna tua linea ci arriva. Le tue stazioni costano {stations} carte, in quest’ordine, ogni volta di un solo colore; le carte {wild} valgono per qualsiasi colore. Non hai altre stazioni.',
        },
        {
          rule: 'E07',
          mechanic: 'stations',
          text: 'Alla fine ogni stazione ti lascia usare, solo per i biglietti, una linea altrui che tocca la sua città, la stessa per tutti. Non devi sceglierla prima: il gioco prende quella migliore per te.',
        },
        { rule: 'E08', mechanic: 'stations', text: 'Ogni stazione non costruita vale {unused} {unused|punto|punti}.' },
        {
          rule: 'E09',
          mechanic: 'longest_path',
          text: '{longest} punti per il percorso ininterrotto più lungo fatto di linee proprie, a ciascuno in caso di parità. Può passare più volte per una città e può chiudersi ad anello, ma nessuna linea conta due volte e le diramazioni non contano, e nemmeno le stazioni e le linee in prestito. Chi non ha linee non ha percorso: se non ne ha nessuno, i punti non vanno a nessuno.',
          elsewhere:
            '{longest} punti per il percorso ininterrotto più lungo fatto di linee proprie, a ciascuno in caso di parità. Può passare più volte per una città e può chiudersi ad anello, ma nessuna linea conta due volte e le diramazioni non contano. Chi non ha linee non ha percorso: se non ne ha nessuno, i punti non vanno a nessuno.',
        },
        {
          rule: 'E10',
          text: 'In caso di parità vince chi ha completato più biglietti, poi chi ha costruito meno stazioni, poi chi ha il percorso più lungo.',
        },
      ],
    },
    germany: {
      title: 'Germania',
      rules: [
        {
          rule: 'G01',
          text: 'Ci sono due mazzi di biglietti: 55 corti, che valgono fino a 11 punti, e 34 lunghi, da 12 a 22. All’inizio tutti annunciano nello stesso momento quanti dei propri quattro vogliono da ciascun mazzo, prima di vederli; quelli che rendi allora vengono rimescolati nei loro mazzi.',
        },
        {
          rule: 'G02',
          mechanic: 'split_decks',
          text: 'Anche più avanti, prima di pescare biglietti annunci quanti dei quattro vuoi da ciascun mazzo; a un mazzo non puoi chiederne più di quanti ne ha. Quelli che rendi vanno sotto il loro mazzo. Se ne restano meno di quattro, li peschi tutti.',
          elsewhere:
            'Ci sono due mazzi di biglietti, da {splitDecks} punti. Prima di pescare biglietti annunci quanti dei {draw} vuoi da ciascun mazzo; a un mazzo non puoi chiederne più di quanti ne ha. Quelli che rendi vanno sotto il loro mazzo. Se ne restano meno di {draw}, li peschi tutti.',
        },
        {
          rule: 'G03',
          mechanic: 'passengers',
          text: 'Sessanta passeggeri, dieci per ognuno di sei colori, aspettano nelle città e nei paesi confinanti, messi lì a caso.',
          elsewhere: 'Passeggeri di vari colori aspettano sul tabellone, messi lì a caso.',
        },
        {
          rule: 'G04',
          mechanic: 'passengers',
          text: 'Quando prendi una linea puoi prendere un passeggero a ciascuno dei due capi. Se ce n’è più d’uno, scegli tu.',
        },
        {
          rule: 'G05',
          mechanic: 'countries',
          text: 'I paesi confinanti sono capolinea: ogni linea verso un paese finisce per conto suo. Serve per i biglietti di quel paese, ma nessun percorso ininterrotto lo attraversa, e due linee verso lo stesso paese lì non si incontrano. Un biglietto può nominare un paese a un capo o a entrambi.',
        },
        {
          rule: 'G06',
          text: 'Alcune città sono unite da tre linee. Le regole delle linee gemelle valgono per tutte e tre.',
        },
        {
          rule: 'G07',
          mechanic: 'globetrotter',
          text: '{globetrotter} punti a chi ha completato più biglietti, a ciascuno in caso di parità. Quelli non completati qui non contano; se nessuno ne ha completati, non li prende nessuno.',
        },
        {
          rule: 'G08',
          mechanic: 'passengers',
          text: 'Per ogni colore di passeggeri: {most} punti a chi ne ha di più, {second} al secondo. Se in più d’uno ne hanno di più, {most} a ciascuno e niente secondo; se sono in più d’uno al secondo posto, {second} a ciascuno. Un colore di cui non hai nessuno non dà punti.',
        },
        {
          rule: 'G09',
          text: 'Non c’è premio per il percorso più lungo. In caso di parità vince chi ha completato più biglietti, poi chi ha più passeggeri.',
        },
      ],
    },
    san_francisco: {
      title: 'San Francisco',
      rules: [
        {
          rule: 'S01',
          mechanic: 'tourists',
          text: 'I biglietti sono 24; all’inizio ne vedi due. I gettoni turista, ricordi di sette tipi, stanno in pile di un solo tipo: da tre in quattro giocatori, da due in meno. Cinque pile sono all’inizio ad Alcatraz, Golden Gate Bridge, The Embarcadero, Sunset e Potrero Hill; quale tipo sta dove lo decide la sorte.',
          elsewhere: 'I gettoni turista stanno in pile di un solo tipo; quale tipo sta dove lo decide la sorte.',
        },
        {
          rule: 'S02',
          mechanic: 'tourists',
          text: 'Le altre due pile si mettono prima del primo turno, ciascuna in un luogo che non ne ha: l’ultimo nell’ordine di gioco ne sceglie una e la mette, poi il penultimo mette l’altra. In due giocatori le mette entrambe il secondo, e sono di un solo gettone.',
          elsewhere:
            'Le pile senza posto si mettono prima del primo turno, ciascuna in un luogo che non ne ha: l’ultimo nell’ordine di gioco ne sceglie una e la mette, poi il penultimo mette la successiva. In due giocatori le mette tutte il secondo.',
        },
        {
          rule: 'S03',
          mechanic: 'tourists',
          text: 'Quando prendi una linea e a uno dei suoi capi c’è un gettone di un tipo che non hai, lo prendi: non si può lasciare. Se c’è a entrambi i capi, scegli quale. Mai più di uno alla volta, e mai due dello stesso tipo. Tutti vedono quelli che hai.',
        },
        {
          rule: 'S04',
          also: 'E02',
          text: 'I traghetti mostrano delle barche: ognuna va pagata con una carta {wild}. Le altre caselle si pagano come al solito.',
        },
        {
          rule: 'S05',
          mechanic: 'tourists',
          text: 'I gettoni diversi contano insieme alla fine: più tipi hai, più punti prendi, fino a {tokens} per tutti quanti; vedi la tabella.',
        },
        {
          rule: 'S06',
          text: 'Non c’è premio per il percorso più lungo. In caso di parità vince chi ha completato più biglietti.',
        },
      ],
    },
    berlin: {
      title: 'Berlino',
      rules: [
        {
          rule: 'B01',
          mechanic: 'fleets',
          text: 'I biglietti sono 22; all’inizio ne vedi due. Le linee dei tram funzionano come al solito. Quelle della metropolitana girano intorno al centro: hanno una casella, vogliono una metropolitana e costano il numero di carte scritto sopra, del colore della casella (grigia: un colore qualsiasi).',
          elsewhere:
            'Ci sono due tipi di pezzi, e ogni linea ne vuole uno. Una linea della metropolitana ha una casella, vuole una metropolitana e costa il numero di carte scritto sopra.',
        },
        {
          rule: 'B02',
          mechanic: 'fleets',
          text: 'Tram e metropolitane danno punti diversi: vedi le tabelle.',
          elsewhere: 'I due tipi di pezzi danno punti diversi: vedi le tabelle.',
        },
        {
          rule: 'B03',
          mechanic: 'fleets',
          text: 'I tram non possono sostituire le metropolitane, né viceversa. Per l’ultimo giro i pezzi rimasti dei due tipi contano insieme.',
          elsewhere:
            'I pezzi di un tipo non possono sostituire quelli dell’altro. Per l’ultimo giro i pezzi rimasti dei due tipi contano insieme.',
        },
        {
          rule: 'B04',
          text: 'Non c’è premio per il percorso più lungo. In caso di parità vince chi ha completato più biglietti.',
        },
      ],
    },
  },
  phrases: {
    turn: 'pescare carte, prendere una linea o pescare biglietti',
    turnWithStations: 'pescare carte, prendere una linea, pescare biglietti o costruire una stazione',
    colorsAlike: '{each} per ognuno di {colors} colori',
    colorsMixed: '{count} di {colors} colori',
    dealt: '{count} {count|biglietto|biglietti}',
    dealtOfDeck: '{count} {count|biglietto|biglietti} da {points} punti',
    dealtAsSplit: '{count} biglietti da due mazzi, da ciascuno quanti ne ha chiesti prima di vederli,',
    returned: {
      bottom: 'gli altri vanno sotto il mazzo',
      removed: 'gli altri escono dal gioco',
      reshuffled: 'gli altri vengono rimescolati nei loro mazzi',
    },
    begins: {
      before_tickets: 'Chi comincia lo decide la sorte, se il tavolo non ha scelto qualcuno.',
      after_tickets:
        'Chi comincia lo decide la sorte, quando tutti hanno scelto i biglietti e non prima, se il tavolo non ha scelto qualcuno.',
    },
    emptyDeck: {
      face_up: 'Le carte scoperte si possono prendere anche a mazzo vuoto.',
      no_draw:
        'Se mazzo e scarti sono entrambi vuoti non si può pescare, nemmeno dal mercato: tocca prendere una linea o fare un’altra mossa. Solo la seconda carta di chi ha già preso la prima può venire ancora dal mercato.',
    },
    ties: ' In caso di parità vince {ways}.',
    tie: {
      completed_tickets: 'chi ha completato più biglietti',
      fewer_stations: 'chi ha costruito meno stazioni',
      longest_path: 'chi ha il percorso più lungo',
      passengers: 'chi ha più passeggeri',
    },
    then: ', poi ',
  },
};
