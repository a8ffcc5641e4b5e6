/**
 * First path segments of all calls and downloads; pages must not use them. The closing slash keeps pages such as
 * `/portal` apart.
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
 * URLs of calls and downloads, which the app shell must not serve.
 * @param pathname as in `URL.pathname`
 */
export function isCallPath(pathname: string): boolean {
  return CALL_PREFIXES.some((prefix) => pathname.startsWith(prefix))
}
