//! The look of colours, wilds and players: paints, and a symbol or shape each, so that colour is never alone.

import type { RouteColor } from '../maps/map';
import type { Card, PlayerColor, WildName } from '../protocol';

export interface Paint {
  light: string;
  body: string;
  edge: string;
  ink: string;
}

export const PAINTS: Record<RouteColor, Paint> = {
  purple: { light: '#c98fd0', body: '#a35db0', edge: '#662f70', ink: '#ffffff' },
  blue: { light: '#5f9bd8', body: '#2c6cb5', edge: '#163c6c', ink: '#ffffff' },
  orange: { light: '#f8b264', body: '#e38127', edge: '#8d4b0d', ink: '#ffffff' },
  white: { light: '#ffffff', body: '#f4f1ea', edge: '#8b8375', ink: '#857c6d' },
  green: { light: '#76b968', body: '#438d3d', edge: '#21501e', ink: '#ffffff' },
  yellow: { light: '#fce27a', body: '#efc530', edge: '#917109', ink: '#765900' },
  black: { light: '#5f5a56', body: '#34312e', edge: '#0f0e0d', ink: '#efe9de' },
  red: { light: '#e86b60', body: '#c63831', edge: '#731915', ink: '#ffffff' },
  gray: { light: '#c9c5bd', body: '#a9a59d', edge: '#66625a', ink: '#3c3832' },
};

/** The symbol of a colour: SVG path data that fills the square from -1 to 1. No two are alike, however turned. */
export const SYMBOLS: Record<Exclude<RouteColor, 'gray'>, string> = {
  purple: 'M.35-.95A1.01 1.01 0 1 0 .35.95A.97.97 0 0 1 .35-.95Z',
  blue: 'M-.85 0A.85.85 0 1 1 .85 0A.85.85 0 1 1-.85 0Z',
  orange: 'M0-.95L1 .8H-1Z',
  white: 'M-.75-.75H.75V.75H-.75Z',
  green: 'M-.2 1L-.1.3A.5.5 0 1 1-.45-.3A.5.5 0 1 1 .45-.3A.5.5 0 1 1 .1.3L.2 1Z',
  yellow: 'M0-1L.26-.33L.97-.3L.42.15L.61.83L0 .44L-.61.83L-.42.15L-.97-.3L-.26-.33Z',
  black: 'M-.95-.5L-.5-.95L0-.45L.5-.95L.95-.5L.45 0L.95.5L.5.95L0 .45L-.5.95L-.95.5L-.45 0Z',
  red: 'M0 1C-1.6-.1-.9-1.2 0-.5C.9-1.2 1.6-.1 0 1Z',
};

export const WILD_SYMBOLS: Record<WildName, string> = {
  locomotive:
    'M-.7-.75H-.35V-.25H.15V-.75H.9V.4H.95V.6H-.95L-.85.25V-.25H-.7ZM-.85.62A.24.24 0 1 0-.37.62ZM-.25.62A.24.24 0 1 0 .23.62ZM.35.62A.24.24 0 1 0 .83.62Z',
  ferry: 'M-1 .15H1L.68.75H-.68ZM-.62.02V-.34H.55V.02ZM-.2-.46V-.9H.2V-.46Z',
  bicycle:
    'M-1 .35A.42.42 0 1 1-.16.35A.42.42 0 1 1-1 .35ZM-.84.35A.26.26 0 1 0-.32.35A.26.26 0 1 0-.84.35ZM.16.35A.42.42 0 1 1 1 .35A.42.42 0 1 1 .16.35ZM.32.35A.26.26 0 1 0 .84.35A.26.26 0 1 0 .32.35ZM-.62.4L-.3-.38H.3L.2-.68H.5V-.56H.36L.66.35L.52.4L.36-.1L0 .42ZM-.5.28H-.04L-.28-.2ZM.04.12L.28-.24H-.14ZM-.46-.58H-.1V-.46H-.22L-.2-.34H-.34L-.38-.46H-.46Z',
};

export function symbolOf(card: Card, wild: WildName): string {
  return card === 'wild' ? WILD_SYMBOLS[wild] : SYMBOLS[card];
}

export interface Livery {
  body: string;
  light: string;
  dark: string;
  ink: string;
  /** The outline of a wagon in the square from -1 to 1. */
  wagon: string;
  /** The mark on its roof and beside the player's name, in the square from -1 to 1. */
  mark: string;
}

/** One livery per player: a colour, a wagon of its own form, and a mark. */
export const LIVERIES: Record<PlayerColor, Livery> = {
  blue: {
    body: '#1c62c4',
    light: '#6ea6ee',
    dark: '#0a2c60',
    ink: '#f2f8ff',
    wagon: 'M-.72-1H.72Q1-1 1 0Q1 1 .72 1H-.72Q-1 1-1 0Q-1-1-.72-1Z',
    mark: 'M-1 0A1 1 0 1 1 1 0A1 1 0 1 1-1 0ZM-.45 0A.45.45 0 1 0 .45 0A.45.45 0 1 0-.45 0Z',
  },
  red: {
    body: '#d0312d',
    light: '#f0766c',
    dark: '#6e0f0c',
    ink: '#fff6f0',
    wagon: 'M-.96-1H.96Q1-1 1-.84V.84Q1 1 .96 1H-.96Q-1 1-1 .84V-.84Q-1-1-.96-1Z',
    mark: 'M-.3-1H.3V1H-.3Z',
  },
  green: {
    body: '#0f8a57',
    light: '#5cc596',
    dark: '#05402a',
    ink: '#f0fff7',
    wagon: 'M-.78-1H.78L1-.4V.4L.78 1H-.78L-1 .4V-.4Z',
    mark: 'M-.85-1H-.2V1H-.85ZM.2-1H.85V1H.2Z',
  },
  yellow: {
    body: '#f0a500',
    light: '#ffd667',
    dark: '#6b4700',
    ink: '#3b2700',
    wagon: 'M-1-1H.74L1 0L.74 1H-1L-.8 0Z',
    mark: 'M-.7-1H0L.9 0L0 1H-.7L.15 0Z',
  },
  black: {
    body: '#3a3f47',
    light: '#8b94a1',
    dark: '#0d0f12',
    ink: '#f5f7fa',
    wagon: 'M-1-1H-.5Q-.5-.7-.34-.7H.34Q.5-.7.5-1H1V1H.5Q.5.7.34.7H-.34Q-.5.7-.5 1H-1Z',
    mark: 'M0-1L.95 0L0 1L-.95 0Z',
  },
};
