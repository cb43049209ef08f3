'use client'

import { useState } from 'react'

import styles from '#components/owner/owner.module.css'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import type { RefundPiece } from '#lib/payment/refund/refund-pieces.ts'
import { formatPrice } from '#lib/price/format-price.ts'

/** The sum of a refund: typed, all of it, or one piece of a line, which is stored with the refund. */
export function RefundAmountField({
  id,
  label,
  left,
  due,
  pieces,
}: {
  id: string
  label: string
  left: number
  due: number
  pieces: readonly RefundPiece[]
}) {
  const [amount, setAmount] = useState(due === 0 ? '' : String(due))
  const [line, setLine] = useState<number>()
  // A sum that is typed is of no line.
  const choose = (chosen: string, piece?: RefundPiece) => {
    setAmount(chosen)
    setLine(piece?.line)
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
      {pieces.length === 0 ? null : (
        <fieldset className={styles.parts}>
          <legend className="visually-hidden">退多少</legend>
          {pieces.map((piece) => (
            <Button
              key={piece.line}
              aria-pressed={line === piece.line}
              onClick={() => choose(String(piece.amount), piece)}
            >
              一件 {piece.words} {formatPrice(piece.amount)}
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
