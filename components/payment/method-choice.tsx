'use client'

import { type ReactNode, useEffect, useRef, useState } from 'react'

import { Button } from '#components/ui/button.tsx'
import { useBrowserValue } from '#components/ui/use-browser-value.ts'
import type { PaymentMethod } from '#lib/payment/methods.ts'
import { saveLastMethod, readLastMethod } from './last-method.ts'
import styles from './method-choice.module.css'
import { chosenRow, type MethodRow } from './method-labels.ts'
import { MethodRows } from './method-rows.tsx'

/**
 * The payment method that was chosen before, with its button, and the rows to choose another. The rows stay closed until
 * they are asked for, or until the chosen method is not available.
 */
export function MethodChoice({
  rows,
  wanted,
  unavailable,
  children,
}: {
  rows: readonly MethodRow[]
  /** The method that was chosen for this order. */
  wanted: PaymentMethod | undefined
  /** The method that has just failed, so that another has to be offered. */
  unavailable: PaymentMethod | undefined
  children: (method: PaymentMethod) => ReactNode
}) {
  const remembered = useBrowserValue(readLastMethod, undefined)
  const [picked, setPicked] = useState<PaymentMethod>()
  const [isAsked, setAsked] = useState(false)
  const group = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isAsked) group.current?.querySelector<HTMLElement>('input:checked')?.focus()
  }, [isAsked])
  const isWithheld = rows.some(({ method, why }) => method === wanted && why !== undefined)
  const isOpen = isAsked || isWithheld || unavailable !== undefined
  const chosen = chosenRow(rows, picked ?? wanted ?? remembered)
  if (chosen === undefined) return null
  const choose = (method: PaymentMethod) => {
    setPicked(method)
    saveLastMethod(method)
  }
  const shown = rows.map((row) =>
    row.method === unavailable && row.why === undefined ? { ...row, note: '剛才無法付款' } : row,
  )
  return (
    <>
      {isOpen ? (
        <div ref={group}>
          <MethodRows rows={shown} chosen={chosen} onChoose={choose} />
        </div>
      ) : null}
      {children(chosen)}
      {isOpen || rows.length < 2 ? null : (
        <p className={styles.other}>
          <Button variant="quiet" onClick={() => setAsked(true)}>
            換一種付款方式
          </Button>
        </p>
      )}
    </>
  )
}
