'use client'

import { useState } from 'react'

import { StorePicker } from '#components/delivery/store-picker.tsx'
import { callAction } from '#components/ui/call-action.ts'
import { Button } from '#components/ui/button.tsx'
import { ErrorSummary, type Problems } from '#components/ui/error-summary.tsx'
import { focusOnArrival } from '#components/ui/focus-on-arrival.ts'
import { Notice } from '#components/ui/notice.tsx'
import { useSubmit } from '#components/ui/use-submit.ts'
import type { City } from '#lib/delivery/districts.ts'
import { EMPTY_RECIPIENT, isStore, type StoreChain, storeFrom } from '#lib/delivery/recipient.ts'

import { type PickupAnswer, pickupFailureText } from './messages.ts'
import styles from './pickup.module.css'

type Choice = {
  readonly id: string
  readonly token: string
  readonly chain: StoreChain
  readonly number: string
}

// The secret stands after the #, so no server and no log sees it before the button is pressed.
function linkIn(hash: string): Pick<Choice, 'id' | 'token'> | undefined {
  const [, id, token] = /^#([\w-]{1,64})\.([\w-]{72})$/.exec(hash) ?? []
  return id === undefined || token === undefined ? undefined : { id, token }
}

/** Chooses another store for the order that the mailed link names. */
export function PickupForm({
  cities,
  choose,
}: {
  cities: readonly City[]
  choose: (choice: Choice) => Promise<PickupAnswer>
}) {
  const [value, setValue] = useState(EMPTY_RECIPIENT)
  const [isDone, setDone] = useState(false)
  const [problems, setProblems] = useState<Problems | null>(null)
  const store = storeFrom(value.store)
  const { busy, form } = useSubmit(async () => {
    setProblems(null)
    const link = linkIn(window.location.hash)
    if (!link) return setProblems({ title: pickupFailureText({ code: 'malformed' }) })
    if (!isStore(value.store))
      return setProblems({ title: pickupFailureText({ code: 'no-store' }) })
    const choice = { ...link, chain: store.chain, number: store.number }
    const answer = await callAction(choose, choice).catch(
      () => ({ ok: false, code: 'away' }) as const,
    )
    if (!answer.ok) return setProblems({ title: pickupFailureText(answer) })
    setDone(true)
  })
  if (isDone) {
    return (
      <Notice kind="success" title={`已改到 ${store.chain} ${store.name}`} ref={focusOnArrival}>
        <p>包裹會送到這家門市，到店時再寄信通知您。</p>
      </Notice>
    )
  }
  const recipient = {
    value,
    problems: {},
    onChange: (change: object) => setValue((before) => ({ ...before, ...change })),
  }
  return (
    <form {...form} className={styles.form}>
      <ErrorSummary problems={problems} />
      <StorePicker form={recipient} cities={cities} />
      <Button type="submit" variant="primary" pending={busy}>
        {busy ? '送出中…' : '改到這家門市'}
      </Button>
      <noscript>
        <p>這一頁需要 JavaScript 才能選擇門市；也可以回信告訴我們店號。</p>
      </noscript>
    </form>
  )
}
