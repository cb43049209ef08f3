import { taipeiDay } from '#lib/time/taipei-time.ts'

/** Publication of an entry: its day, and whether it is a draft. */
type PublicationFields = { readonly date: string; readonly draft?: boolean | undefined }

// `npm run dev` shows its owner everything, so that it can be looked at before its day.
function isPreview(): boolean {
  return process.env.NODE_ENV === 'development'
}

/** Whether something will ever be seen: it is no draft. */
export function isPlanned({ draft }: PublicationFields): boolean {
  return !draft || isPreview()
}

/** True if it is no draft and its date has begun in Taipei. */
export function isPublished(dated: PublicationFields, now: Date): boolean {
  return isPlanned(dated) && (dated.date <= taipeiDay(now) || isPreview())
}
