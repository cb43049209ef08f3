'use client'

import { useEffect } from 'react'
import { toast as sonner, Toaster as SonnerToaster } from 'sonner'

import { liftToastAbove } from './lift-toast.ts'
import { type ShowToast, toastDemand } from './toast.ts'

const DURATION = { success: 2_000, error: 4_000 } as const
const MOST = 20

const onScreen: (string | number)[] = []

function forget({ id }: { id: string | number }): void {
  const index = onScreen.indexOf(id)
  if (index >= 0) onScreen.splice(index, 1)
}

// The oldest makes room when more than 20 would stand (rule 61).
const showToast: ShowToast = (kind, message, button) => {
  liftToastAbove(button)
  const oldest = onScreen.length >= MOST ? onScreen.shift() : undefined
  if (oldest !== undefined) sonner.dismiss(oldest)
  const id = sonner[kind](message, {
    duration: DURATION[kind],
    onDismiss: forget,
    onAutoClose: forget,
  })
  onScreen.push(id)
}

/** The toast area, bottom centre. */
export default function Toaster() {
  useEffect(() => toastDemand.serve(showToast), [])
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
