'use client'
import { useEffect, useState } from 'react'

import { callAction } from '#components/ui/call-action.ts'
import { Notice } from '#components/ui/notice.tsx'
import { announceSignIn } from './announce-sign-in.ts'

/** Whether the browser's session no longer holds, and the action that ends it. */
export type StaleSessionProps = {
  readonly stale: boolean
  readonly endSession: () => Promise<void>
}

/** Clears an invalid session. The page renders again without it and keeps the notice. */
export function StaleSession({ stale, endSession }: StaleSessionProps) {
  const [wasStale] = useState(stale)
  useEffect(() => {
    if (stale) callAction(endSession).then(announceSignIn, () => {})
  }, [stale, endSession])
  return wasStale ? (
    <Notice title="您的登入已失效">
      <p>請重新登入，登入後會回到原來的頁面。</p>
    </Notice>
  ) : null
}
