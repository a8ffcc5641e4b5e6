/**
 * First segments of every address that belongs to a call or a download, documented or ours. No page lives under them;
 * a page whose name merely starts alike (`/portal`, `/pointless`) does not match.
 */
export const CALL_PREFIXES = [
  '/user/',
  '/wuye/',
  '/api/',
  '/big/',
  '/isv/',
  '/iot/',
  '/point/',
  '/file/',
  '/open/',
  '/field/',
  '/ops/',
] as const

/**
 * Whether an address is answered by the server's calls and never by the app's shell.
 * @param pathname an absolute path without its query, as in `URL.pathname`
 */
export function isCallPath(pathname: string): boolean {
  return CALL_PREFIXES.some((prefix) => pathname.startsWith(prefix))
}
