/** Source: document 1, section 1. */
export const SUPPORT_HOURS = '工作日 09:00-17:00'
