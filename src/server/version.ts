/** Set by vite.config.ts when the server is built. */
declare const BUILD_VERSION: string | undefined

/**
 * This build, as `1.2.3+0a1b2c3d4e5f` (package.json's version and the commit, where it is known): in the log, in metrics,
 * in readiness and in the manifest of a backup. A program run from its sources is `unbuilt`.
 */
export const VERSION = typeof BUILD_VERSION === 'string' ? BUILD_VERSION : 'unbuilt'
