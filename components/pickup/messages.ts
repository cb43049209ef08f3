import { TOO_OFTEN, withReference } from '#components/failure/messages.tsx'
import type { ChooseStoreFailure } from '#lib/order/parcel/choose-store.ts'
import type { Failure } from '#lib/result.ts'

type PickupFailure =
  | ChooseStoreFailure
  | 'malformed'
  | 'too-often'
  | 'unavailable'
  | 'away'
  | 'no-store'

/** Result of confirming the mailed link. */
export type PickupAnswer =
  | { readonly ok: true; readonly data: null }
  | Failure<Exclude<PickupFailure, 'away' | 'no-store'>>

const WORDS: Readonly<Record<PickupFailure, string>> = {
  'link-over': '這個連結已經用過，或不是最新的一封信。請看最新的信，或回信告訴我們。',
  'other-chain': '包裹已經在這家超商的物流裡，只能改成同一家超商的門市。',
  'store-unknown': '這家門市目前不能取貨，請另選一家。',
  'too-late': '包裹已經在路上，不能再改門市。請回信告訴我們。',
  'carrier-refused': '物流沒有接受這家門市，請另選一家，或回信告訴我們。',
  'choice-under-way': '剛才選的門市還在等物流回覆，請過兩分鐘再選。',
  'carrier-away':
    '物流還沒有回覆，不確定改成了沒有；請過兩分鐘再按一次，商店也會自動查明並更新訂單上的門市。',
  malformed: '這個連結不完整，請從信裡再打開一次。',
  'too-often': TOO_OFTEN,
  unavailable: '服務目前沒有回應，請稍後再按一次。',
  away: '沒有送出：網路中斷。請稍後再按一次。',
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
  return reference === undefined ? WORDS[code] : withReference(WORDS[code], reference)
}
