import 'server-only'

/** The folders of content/ that the owner edits. */
export const CONTENT_KINDS = [
  'products',
  'offers',
  'blog',
  'info',
  'mails',
  'creators',
  'garments',
] as const

export type ContentKind = (typeof CONTENT_KINDS)[number]

/** A file of content/: its kind, and its name without ending. */
export type ContentFile = { readonly kind: ContentKind; readonly name: string }
