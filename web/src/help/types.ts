//! The form of the rules help: sections of rules, each under the id that refusals refer to.

export interface HelpRule {
  /** The id in the project's list of rules. */
  rule: string;
  /** The id of another map's rule that is the same here, and that refusals name. */
  also?: string;
  /** The rule in words for players; `{gaps}` are filled with the map's own numbers. */
  text: string;
}

export interface HelpSection {
  title: string;
  rules: HelpRule[];
}

export interface HelpTexts {
  /** The game in three sentences. */
  goal: string;
  /** What holds on every map. */
  core: HelpSection[];
  /** What only one map has, by its id. */
  maps: Record<string, HelpSection>;
}

/** The numbers that fill the gaps. */
export type HelpGap =
  | 'cards' | 'wilds' | 'hand' | 'keep' | 'pieces' | 'draw' | 'drawKeep' | 'lanes' | 'last' | 'wild';

export const GAPS: HelpGap[] = ['cards', 'wilds', 'hand', 'keep', 'pieces', 'draw', 'drawKeep', 'lanes', 'last', 'wild'];
