'use client'

import card from '#components/ui/radio-card.module.css'
import type { Store } from '#lib/delivery/recipient.ts'
import type { ShownStore } from '#lib/parcel/search-stores.ts'
import styles from './store-picker.module.css'
import type { Stores } from './use-stores.ts'

/** Sentence about the result of a store search. */
function summaryOf({ state, answer }: Stores, chain: string): string {
  switch (state) {
    case 'none':
      return '請選擇縣市與地區，或輸入門市名稱、路名搜尋。'
    case 'loading':
      return '載入門市…'
    case 'failed':
      return '目前查不到門市名單，您可以直接輸入店號。'
    case 'fresh':
    case 'kept': {
      const count = answer?.stores.length ?? 0
      if (count === 0) return `找不到符合的 ${chain} 門市，請換一個地區或關鍵字。`
      const more = answer?.hasMore ? '，還有更多，請輸入更完整的名稱' : ''
      const kept = state === 'kept' ? '目前查不到最新的門市，以下是上次看到的。' : ''
      return `${kept}找到 ${count} 家 ${chain} 門市${more}。`
    }
  }
}

type Choice = {
  readonly store: ShownStore
  readonly isChosen: boolean
  readonly onChoose: () => void
}

function StoreChoice({ store, isChosen, onChoose }: Choice) {
  return (
    <label className={card.choice}>
      <input
        type="radio"
        name="storeChoice"
        value={store.number}
        checked={isChosen}
        onChange={onChoose}
      />
      <span className={card.name}>
        {store.name}
        {store.isOutlying ? <span className={styles.island}>離島</span> : null}
      </span>
      <span className={card.note}>{store.address}</span>
    </label>
  )
}

/** The stores that were found, to choose one of by pointer, arrow keys or ear. */
export function StoreResults({
  stores,
  chosen,
  onChoose,
}: {
  stores: Stores
  chosen: Store
  onChoose: (store: Store) => void
}) {
  const found = stores.state === 'none' ? [] : (stores.answer?.stores ?? [])
  const { chain } = chosen
  return (
    <>
      <output className={styles.summary}>{summaryOf(stores, chain)}</output>
      {found.length > 0 ? (
        <fieldset className={styles.results}>
          <legend className="visually-hidden">{chain} 門市</legend>
          {found.map((store) => (
            <StoreChoice
              key={store.number}
              store={store}
              isChosen={store.number === chosen.number}
              onChoose={() => onChoose({ chain, number: store.number, name: store.name })}
            />
          ))}
        </fieldset>
      ) : null}
    </>
  )
}
