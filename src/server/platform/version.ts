declare const BUILD_VERSION: string | undefined

/** As `1.2.3+0a1b2c3d4e5f`; from sources: `unbuilt`. */
export const VERSION = typeof BUILD_VERSION === 'string' ? BUILD_VERSION : 'unbuilt'
