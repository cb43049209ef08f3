import { Notice } from '#components/ui/notice.tsx'
import { silenceOf } from './messages.ts'

/** Says beside an unpaid order that its provider does not answer about it now, or nothing if it does. */
export function ProviderUnavailable({ name }: { name: string | undefined }) {
  if (name === undefined) return null
  const { title, advice } = silenceOf(name)
  return (
    <Notice title={title}>
      <p>{advice}</p>
    </Notice>
  )
}
