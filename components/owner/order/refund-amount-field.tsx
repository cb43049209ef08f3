'use client'

import { useState } from 'react'

import styles from '#components/owner/owner.module.css'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import type { RefundUnit } from '#lib/payment/refund/refund-units.ts'
import { formatPrice } from '#lib/price/format-price.ts'

/** The sum of a refund: typed, all of it, or one unit of a line, which is stored with the refund. */
export function RefundAmountField({
  id,
  label,
  left,
  due,
  units,
}: {
  id: string
  label: string
  left: number
  due: number
  units: readonly RefundUnit[]
}) {
  const [amount, setAmount] = useState(due === 0 ? '' : String(due))
  const [line, setLine] = useState<number>()
  // A sum that is typed is of no line.
  const choose = (chosen: string, unit?: RefundUnit) => {
    setAmount(chosen)
    setLine(unit?.line)
  }
  return (
    <>
      <TextField
        id={id}
        name="amount"
        label={label}
        hint={`最多 ${formatPrice(left)}`}
        inputMode="numeric"
        value={amount}
        onChange={(event) => choose(event.target.value)}
        maxLength={12}
      />
      <input type="hidden" name="line" value={line ?? ''} />
      {units.length === 0 ? null : (
        <fieldset className={styles.parts}>
          <legend className="visually-hidden">退多少</legend>
          {units.map((unit) => (
            <Button
              key={unit.line}
              aria-pressed={line === unit.line}
              onClick={() => choose(String(unit.amount), unit)}
            >
              一件 {unit.words} {formatPrice(unit.amount)}
            </Button>
          ))}
          <Button
            aria-pressed={line === undefined && amount === String(left)}
            onClick={() => choose(String(left))}
          >
            全部 {formatPrice(left)}
          </Button>
        </fieldset>
      )}
    </>
  )
}
