'use client'

import { useEffect } from 'react'
import { toast as sonner, Toaster as SonnerToaster } from 'sonner'

import { type ShowToast, TOAST_DURATION, toastDemand } from './toast.ts'

// Half of a toast's width, the gap around it, and the step of the search, in CSS pixels.
const HALF_WIDTH = 178
const GAP = 6
const STEP = 4

// What a message lies on only where nothing else is left: what is pressed, typed into, or costs.
const NEEDED =
  'main button, main label, main input, main select, main textarea, main [class*=button], main .figures, [data-cookie-notice] button'

// What reaches under a message by a quarter of its width or less is still read and pressed.
const EDGE = 0.25

// A picture that opens large is a button as tall as the window.
const TALLEST = 120

type Stretch = { readonly top: number; readonly bottom: number }

function neededStretches(elements: Iterable<Element>): readonly Stretch[] {
  const middle = document.documentElement.clientWidth / 2
  return [...elements].flatMap((one) => {
    const { top, bottom, left, right, width, height } = one.getBoundingClientRect()
    const shared = Math.min(right, middle + HALF_WIDTH) - Math.max(left, middle - HALF_WIDTH)
    const isAside = shared <= width * EDGE
    const isSeen = height > 1 && height < TALLEST && one.checkVisibility()
    return isAside || !isSeen ? [] : [{ top: top - GAP, bottom: bottom + GAP }]
  })
}

/** The lowest place at or above `floor` for something of this height between what is needed; all from the window's lower edge. */
function freePlace(needed: readonly Stretch[], floor: number, height: number): number | undefined {
  const highest = window.innerHeight - 64
  for (let lift = floor; lift + height < highest; lift += STEP) {
    const [top, bottom] = [window.innerHeight - lift - height, window.innerHeight - lift]
    if (needed.every((stretch) => stretch.bottom <= top || stretch.top >= bottom)) return lift
  }
  return undefined
}

/**
 * Puts the toasts at the bottom centre, or above what they would cover there: buttons, fields and
 * prices of the window; at least the button that was pressed.
 */
export function placeToasts(pressed: HTMLElement | null): void {
  const root = document.documentElement
  root.style.removeProperty('--toast-lift')
  const toasts = [...document.querySelectorAll<HTMLElement>('[data-sonner-toast]')]
  if (toasts.length === 0) return
  const resting = Number.parseFloat(getComputedStyle(root).scrollPaddingBottom) - 12
  const tallest = Math.max(...toasts.map(({ offsetHeight }) => offsetHeight))
  const height = tallest + (toasts.length - 1) * 14
  const place =
    freePlace(neededStretches(document.querySelectorAll(NEEDED)), resting, height) ??
    freePlace(neededStretches(pressed ? [pressed] : []), resting, height)
  if (place !== undefined && place > resting) root.style.setProperty('--toast-lift', `${place}px`)
}

const MOST = 20

const onScreen: (string | number)[] = []
let pressed: HTMLElement | null = null

function forget({ id }: { id: string | number }): void {
  const index = onScreen.indexOf(id)
  if (index >= 0) onScreen.splice(index, 1)
}

// The oldest makes room when more than 20 would stand.
const showToast: ShowToast = (kind, message, button) => {
  const oldest = onScreen.length >= MOST ? onScreen.shift() : undefined
  if (oldest !== undefined) sonner.dismiss(oldest)
  const id = sonner[kind](message, {
    duration: TOAST_DURATION[kind],
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
      offset={{ bottom: 'max(var(--floor) + 12px, var(--toast-lift, 0px))' }}
      mobileOffset={{ bottom: 'max(var(--floor) + 12px, var(--toast-lift, 0px))' }}
    />
  )
}
