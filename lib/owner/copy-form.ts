/** The forms in which a copy of somebody's data is given: a page to read and print, or the data as they are stored. */
export const COPY_FORMS = ['page', 'json'] as const
export type CopyForm = (typeof COPY_FORMS)[number]

/** The type of such a file, and the end of its name. */
export const COPY_FILES: Readonly<
  Record<CopyForm, { readonly type: string; readonly end: string }>
> = {
  page: { type: 'text/html', end: 'html' },
  json: { type: 'application/json', end: 'json' },
}
