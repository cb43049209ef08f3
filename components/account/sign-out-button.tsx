'use client'
import { useState } from 'react'

import { Button } from '#components/ui/button.tsx'
import { callAction } from '#components/ui/call-action.ts'
import { toast } from '#components/ui/toast.ts'
import { isNetworkError } from '#lib/http/network-error.ts'
import { leaveSignedOut } from './leave-signed-out.ts'

/** Ends the session in this browser and leaves for the home page. */
export function SignOutButton({ endSession }: { endSession: () => Promise<void> }) {
  const [busy, setBusy] = useState(false)
  const leave = async () => {
    setBusy(true)
    try {
      await callAction(endSession)
      leaveSignedOut()
    } catch (error) {
      setBusy(false)
      toast.error(isNetworkError(error) ? '登出失敗，請確認網路後再試。' : '登出失敗，請稍後再試。')
    }
  }
  return (
    <Button variant="quiet" pending={busy} onClick={() => void leave()}>
      {busy ? '登出中…' : '登出'}
    </Button>
  )
}
