'use client'
import { useEffect, useRef, useState } from 'react'

import styles from '#components/owner/owner.module.css'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { lazyPart } from '#components/ui/lazy-part.tsx'
import { loadNeeded } from '#components/ui/load-needed.ts'
import type { OwnerProof, ProofActions } from './proof-actions.ts'
import { registerProofWindow } from './with-proof.ts'

const loadWays = () =>
  import('./proof-methods.tsx').then((file) => ({ default: file.ProofMethods }))
const ProofWays = lazyPart(loadWays)

/**
 * Asks the owner for a proof where an action of the page needs one of the last 15 minutes, and lets the action go on after
 * it (with-proof.ts).
 */
export function ProofWindow({ owner, actions }: { owner: OwnerProof; actions: ProofActions }) {
  const [isOpen, setOpen] = useState(false)
  const asked = useRef<PromiseWithResolvers<boolean> | null>(null)
  useEffect(
    () =>
      registerProofWindow(() => {
        asked.current ??= Promise.withResolvers()
        // Where its code is gone, the page is loaded anew; where that does not help, the window says so.
        void loadNeeded(loadWays).then(() => setOpen(true))
        return asked.current.promise
      }),
    [],
  )
  const close = (isProven: boolean) => {
    setOpen(false)
    asked.current?.resolve(isProven)
    asked.current = null
  }
  if (!isOpen) return null
  return (
    <Dialog title="確認身分" onClose={() => close(false)}>
      <p>15 分鐘內未確認過身分。確認後，剛才的操作會自動繼續。</p>
      <ProofWays
        owner={owner}
        actions={actions}
        isAtOnce
        onProven={() => close(true)}
        waiting={<p className={styles.soft}>載入中…</p>}
        instead={<p role="alert">確認身分的畫面暫時無法載入，請稍後再試一次。</p>}
      />
      <Button onClick={() => close(false)}>取消，不要做</Button>
    </Dialog>
  )
}
