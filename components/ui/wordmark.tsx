import { WORDMARK } from '#lib/drawing/wordmark.ts'

/** The label's name as it is drawn. Decorative; a name stands beside it for those who do not see it. */
export function Wordmark({ className }: { className?: string | undefined }) {
  return (
    <svg className={className} viewBox={WORDMARK.viewBox} fill="currentcolor" aria-hidden="true">
      <path d={WORDMARK.latin} />
      <path d={WORDMARK.han} />
    </svg>
  )
}
