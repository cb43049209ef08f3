'use client'

import { Button } from './button.tsx'
import { toast } from './toast.ts'

/** Copies a text and says so; `name` is what the text is, and stands on the button where nothing beside it says so. */
export function CopyButton({
  text,
  name,
  isNamed = false,
}: {
  text: string
  name: string
  isNamed?: boolean
}) {
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast.success(`已複製${name}`),
      () => toast.error(`無法複製，請長按選取${name}`),
    )
  return (
    <Button variant="quiet" aria-label={`複製${name}`} onClick={() => void copy()}>
      {isNamed ? `複製${name}` : '複製'}
    </Button>
  )
}
