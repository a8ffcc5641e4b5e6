/** On touch drawn 36 px high, 46 to press. */
export const SLIM = 'relative touch:!min-h-[2.25rem] touch:after:absolute touch:after:-inset-[0.3125rem]'
