/** Where the documented calls are answered; empty: by the server that served the app. */
export const API_BASE: string = (import.meta.env.VITE_API_BASE as string | undefined)?.replace(/\/$/, '') ?? ''

/** Whether this is the built app, where the service worker lives. */
export const IS_BUILT: boolean = import.meta.env.PROD
