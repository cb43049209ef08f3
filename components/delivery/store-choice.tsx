import { buttonClass } from '#components/ui/button-class.ts'
import { lazyPart } from '#components/ui/lazy-part.tsx'
import type { City } from '#lib/delivery/districts.ts'
import { storeFrom } from '#lib/delivery/recipient.ts'
import { PATHS } from '#lib/routes/paths.ts'
import type { RecipientForm } from './recipient-field.ts'
import { StoreField } from './store-field.tsx'

// Few choose a store, and one can be typed where the list does not come.
const StorePicker = lazyPart(() =>
  import('./store-picker.tsx').then((late) => ({ default: late.StorePicker })),
)

/** Names the store of a parcel: typed, from the chains' lists, or on the carrier's map. */
export function StoreChoice({
  from,
  form,
  cities,
}: {
  from: 'typed' | 'list' | 'map'
  form: RecipientForm
  cities: readonly City[]
}) {
  const typed = <StoreField form={form} />
  if (from === 'list')
    return <StorePicker form={form} cities={cities} waiting={typed} instead={typed} />
  if (from === 'typed') return typed
  const { chain } = storeFrom(form.value.store)
  return (
    <>
      <StoreField form={form} />
      <p>
        {/* A plain link loads a new document, whose policy allows a form to the carrier. */}
        <a
          className={buttonClass('secondary', false)}
          href={`${PATHS.storeMap}?chain=${encodeURIComponent(chain)}`}
        >
          在地圖上選 {chain} 門市
        </a>
      </p>
    </>
  )
}
