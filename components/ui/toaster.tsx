'use client'

import { useEffect } from 'react'
import { toast as sonner, Toaster as SonnerToaster } from 'sonner'

import { placeToasts } from './lift-toast.ts'
import { type ShowToast, toastDemand } from './toast.ts'

const DURATION = { success: 2_000, error: 4_000 } as const
const MOST = 20

const onScreen: (string | number)[] = []
let pressed: HTMLElement | null = null

function forget({ id }: { id: string | number }): void {
  const index = onScreen.indexOf(id)
  if (index >= 0) onScreen.splice(index, 1)
}

// The oldest makes room when more than 20 would stand (rule 61).
const showToast: ShowToast = (kind, message, button) => {
  const oldest = onScreen.length >= MOST ? onScreen.shift() : undefined
  if (oldest !== undefined) sonner.dismiss(oldest)
  const id = sonner[kind](message, {
    duration: DURATION[kind],
    onDismiss: forget,
    onAutoClose: forget,
  })
  onScreen.push(id)
  pressed = button
}

// A toast outlives its page, and what it stands between comes, goes and scrolls: `place` runs before each such paint.
function followPage(place: () => void): () => void {
  let frame = 0
  const placeSoon = () => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(place)
  }
  const changes = new MutationObserver(() => onScreen.length > 0 && placeSoon())
  changes.observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['data-shown'],
  })
  addEventListener('resize', placeSoon)
  addEventListener('scrollend', placeSoon)
  return () => {
    changes.disconnect()
    cancelAnimationFrame(frame)
    removeEventListener('resize', placeSoon)
    removeEventListener('scrollend', placeSoon)
  }
}

/** The toast area, bottom centre. */
export default function Toaster() {
  useEffect(() => toastDemand.serve(showToast), [])
  useEffect(() => followPage(() => placeToasts(pressed?.isConnected ? pressed : null)), [])
  return (
    <SonnerToaster
      position="bottom-center"
      visibleToasts={MOST}
      customAriaLabel="通知"
      gap={8}
      offset={{ bottom: 'max(var(--floor) + 32px, var(--toast-lift, 0px))' }}
      mobileOffset={{ bottom: 'max(var(--floor) + 12px, var(--toast-lift, 0px))' }}
    />
  )
}
