'use client'

import { useRouter } from 'next/navigation'
import { useState } from 'react'

import { Button } from '#components/ui/button.tsx'
import { callAction, lostCall } from '#components/ui/call-action.ts'
import { halfText, type Sheet } from '#lib/half/half.ts'
import type { MotifName } from '#lib/product/product.ts'
import type { Failure } from '#lib/result.ts'
import styles from './carry-half.module.css'
import { halfFailureText, type HalfFailure } from './messages.ts'
import { useSavedHalf } from './saved-half.ts'

type Chosen = { readonly motif: MotifName; readonly half: string }

/** Puts a half on an order, or takes it off. */
export type ChooseHalf = (fields: {
  id: string
  half?: Chosen
}) => Promise<{ readonly ok: true; readonly data: unknown } | Failure<HalfFailure>>

const PUT = '這一張會印在出貨單上，跟著包裹寄出。'

/** The press by which the half that this browser keeps goes with an order, printed on its slip. */
export function CarryHalf({
  order,
  motif,
  sheet,
  isChosen,
  choose,
}: {
  order: string
  motif: MotifName
  sheet: Sheet
  isChosen: boolean
  choose: ChooseHalf
}) {
  const kept = useSavedHalf(motif, sheet)
  const router = useRouter()
  const [isBusy, setBusy] = useState(false)
  const [status, setStatus] = useState('')
  const press = async (half: Chosen | undefined) => {
    setBusy(true)
    const fields = { id: order, ...(half ? { half } : {}) }
    const answer = await callAction(choose, fields).catch(lostCall)
    setBusy(false)
    if (!answer.ok) return setStatus(halfFailureText(answer))
    setStatus(half ? PUT : '已拿下。')
    router.refresh()
  }
  const text = status || (isChosen ? PUT : '')
  if (!isChosen && kept.length === 0 && text === '') return null
  return (
    <div className={styles.carry}>
      {isChosen ? (
        <Button variant="quiet" pending={isBusy} onClick={() => void press(undefined)}>
          拿下這一張
        </Button>
      ) : null}
      {kept.length > 0 && !isChosen ? (
        <Button pending={isBusy} onClick={() => void press({ motif, half: halfText(kept) })}>
          放進這筆訂單
        </Button>
      ) : null}
      <output className={styles.status}>{text}</output>
    </div>
  )
}
