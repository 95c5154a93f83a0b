//! Which licences the packages of the web client may have, by their SPDX names. How to add one: CONTRIBUTING.md.

/** For packages of which something is sent to browsers. Their texts are in `/licences.txt`. */
export const SHIPPED = ['Apache-2.0', 'BSD-3-Clause', 'ISC', 'MIT', 'OFL-1.1'];

/** For tools that build and test the client, and of which nothing is sent. Parts of ESLint have the last two, which ask for no more than MIT. */
export const TOOLS = [...SHIPPED, 'MPL-2.0', 'BSD-2-Clause', 'BlueOak-1.0.0'];

/** What `package-lock.json` says of a package. */
export interface Locked {
  license?: string;
  resolved?: string;
  link?: boolean;
}

/** What is wrong with the packages of a lock file, one line each. */
export function mistakes(packages: Record<string, Locked>, allowed: string[]): string[] {
  return Object.entries(packages).flatMap(([path, { license, resolved, link }]) => {
    // The project itself.
    if (path === '') return [];
    if (link || (resolved && !resolved.startsWith('https://')))
      return [`${path} comes from ${resolved}, not from the registry`];
    if (license === undefined) return [`${path} names no licence`];
    return allowed.includes(license) ? [] : [`${path} has the licence ${license}`];
  });
}
