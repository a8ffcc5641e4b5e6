import * as v from 'valibot'

/** `HH:mm`. */
export const hour = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, '时间格式应为 HH:mm'))
