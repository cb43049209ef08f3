'use client'
import { useState } from 'react'

import styles from '#components/owner/owner.module.css'
import { Button } from '#components/ui/button.tsx'
import { TextField } from '#components/ui/field.tsx'
import type { RefundPiece } from '#lib/owner/suggested-refund.ts'
import { formatPrice } from '#lib/price/format-price.ts'

// The sum, to type or to take from what was paid for one piece.
export function RefundAmountField({
  id,
  left,
  due,
  pieces,
}: {
  id: string
  left: number
  due: number
  pieces: readonly RefundPiece[]
}) {
  const [amount, setAmount] = useState(due === 0 ? '' : String(due))
  const parts = [...pieces, ...(pieces.length === 0 ? [] : [{ words: '', amount: left }])]
  return (
    <>
      <TextField
        id={id}
        name="amount"
        label="退款金額（元）"
        hint={`最多 ${formatPrice(left)}`}
        inputMode="numeric"
        value={amount}
        onChange={(event) => setAmount(event.target.value)}
        maxLength={12}
      />
      {parts.length === 0 ? null : (
        <fieldset className={styles.parts}>
          <legend className="visually-hidden">退多少</legend>
          {parts.map((part) => (
            <Button
              key={`${part.words} ${part.amount}`}
              aria-pressed={amount === String(part.amount)}
              onClick={() => setAmount(String(part.amount))}
            >
              {part.words === '' ? '全部' : `一件 ${part.words}`} {formatPrice(part.amount)}
            </Button>
          ))}
        </fieldset>
      )}
    </>
  )
}
