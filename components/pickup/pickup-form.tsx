'use client'
import { useState } from 'react'

import { StorePicker } from '#components/delivery/store-picker.tsx'
import { TOO_OFTEN, withReference } from '#components/failure/messages.ts'
import { Button } from '#components/ui/button.tsx'
import { callAction, lostCall } from '#components/ui/call-action.ts'
import { ErrorSummary, type Problems } from '#components/ui/error-summary.tsx'
import { focusOnAppearance } from '#components/ui/focus-on-appearance.ts'
import { Notice } from '#components/ui/notice.tsx'
import { useLinkInAddress } from '#components/ui/use-mailed-link.ts'
import { useSubmit } from '#components/ui/use-submit.ts'
import type { City } from '#lib/delivery/districts.ts'
import { EMPTY_RECIPIENT, isStore, type StoreChain, storeFrom } from '#lib/delivery/recipient.ts'
import type { ChooseStoreFailure } from '#lib/parcel/choose-store.ts'
import type { Failure } from '#lib/result.ts'
import styles from './pickup.module.css'

type PickupFailure =
  | ChooseStoreFailure
  | 'malformed'
  | 'too-often'
  | 'unavailable'
  | 'network'
  | 'no-store'

/** Result of confirming the mailed link. */
export type PickupAnswer =
  | { readonly ok: true; readonly data: null }
  | Failure<Exclude<PickupFailure, 'network' | 'no-store'>>

const LABELS: Readonly<Record<PickupFailure, string>> = {
  'link-over': '這個連結已用過，或不是最新的一封信。請打開最新的信，或回覆信件告訴我們。',
  'other-chain': '包裹已在這家超商的物流中，只能改到同一家超商的門市。',
  'store-unknown': '這家門市目前無法取貨，請另選一家。',
  'too-late': '包裹已在運送途中，無法再改門市。請回覆信件告訴我們。',
  'carrier-refused': '物流無法配送到這家門市，請另選一家，或回覆信件告訴我們。',
  'choice-under-way': '剛才選的門市還在等物流回覆，請兩分鐘後再選。',
  'carrier-away':
    '物流尚未回覆，不確定是否已更改。請兩分鐘後再按一次；系統也會自動查明，並更新訂單上的門市。',
  malformed: '這個連結不完整，請從信中重新打開。',
  'too-often': TOO_OFTEN,
  unavailable: '服務目前沒有回應，請稍後再按一次。',
  network: '網路中斷，尚未送出。請稍後再按一次。',
  'no-store': '請先選擇一家門市。',
}

/** Why the store was not changed, in a sentence. */
export function pickupFailureText({
  code,
  reference,
}: {
  readonly code: PickupFailure
  readonly reference?: string
}): string {
  return reference === undefined ? LABELS[code] : withReference(LABELS[code], reference)
}

type Choice = {
  readonly id: string
  readonly token: string
  readonly chain: StoreChain
  readonly number: string
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
  const fragment = useLinkInAddress()
  // No server and no log sees the secret before the button is pressed.
  const [, id, token] = /^([\w-]{1,64})\.([\w-]{72})$/.exec(fragment ?? '') ?? []
  const link = id === undefined || token === undefined ? undefined : { id, token }
  const { busy, form } = useSubmit(async () => {
    setProblems(null)
    if (!link) return
    if (!isStore(value.store))
      return setProblems({ title: pickupFailureText({ code: 'no-store' }) })
    const choice = { ...link, chain: store.chain, number: store.number }
    const answer = await callAction(choose, choice).catch(lostCall)
    if (!answer.ok) return setProblems({ title: pickupFailureText(answer) })
    setDone(true)
  })
  if (isDone) {
    return (
      <Notice kind="success" title={`已改到 ${store.chain} ${store.name}`} ref={focusOnAppearance}>
        <p>包裹會送到這家門市，到店時再寄信通知您。</p>
      </Notice>
    )
  }
  // Told before anybody has chosen a store.
  if (fragment !== undefined && !link) {
    return <Notice kind="error" title={pickupFailureText({ code: 'malformed' })} />
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
        <p>這一頁需要 JavaScript 才能選擇門市；也可以回覆信件告訴我們店號。</p>
      </noscript>
    </form>
  )
}
