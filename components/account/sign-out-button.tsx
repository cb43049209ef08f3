'use client'

import { useState } from 'react'

import { Button } from '#components/ui/button.tsx'
import { toast } from '#components/ui/toast.ts'
import { PATHS } from '#lib/site/paths.ts'

import { tellOtherTabs } from './session-watch.tsx'

/** Ends the session in this browser and leaves by a new page load, so that nothing of the member stays in memory. */
export function SignOutButton({ endSession }: { endSession: () => Promise<void> }) {
  const [busy, setBusy] = useState(false)
  const leave = async () => {
    setBusy(true)
    try {
      await endSession()
      tellOtherTabs()
      window.location.assign(PATHS.home)
    } catch {
      setBusy(false)
      toast.error('登出失敗，請確認網路後再試。')
    }
  }
  return (
    <Button variant="quiet" pending={busy} onClick={() => void leave()}>
      {busy ? '登出中…' : '登出'}
    </Button>
  )
}
