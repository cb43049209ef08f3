/** The address of the analytics script, from NEXT_PUBLIC_ANALYTICS_SRC; where none is set, none is ever loaded. */
export const ANALYTICS_SRC = process.env.NEXT_PUBLIC_ANALYTICS_SRC ?? ''
