import { TextField } from '#components/ui/field.tsx'
import { CARRIERS } from '#lib/owner/usual-carrier.ts'

/** The carrier of a parcel, to choose or to type. */
export function CarrierField({ id, value }: { id: string; value?: string | undefined }) {
  return (
    <>
      <TextField
        id={id}
        name="carrier"
        label="物流公司"
        list={`${id}-list`}
        defaultValue={value ?? CARRIERS[0]}
        maxLength={40}
      />
      <datalist id={`${id}-list`}>
        {CARRIERS.map((carrier) => (
          <option key={carrier} value={carrier}>
            {carrier}
          </option>
        ))}
      </datalist>
    </>
  )
}
