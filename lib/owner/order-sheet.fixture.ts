export const OBEYED = /[\p{Cc}\p{Bidi_Control}]/u
