import 'server-only'

import type { GivenHalf } from '#lib/half/given-half.ts'
import { HALF_STATE_LABELS } from '#lib/half/half-name.ts'
import { formatDay } from '#lib/time/taipei-time.ts'
import { HalfFigure, MotifLines } from './half-figure.tsx'
import { OwnHalves } from './own-halves.tsx'

function labelOf({ name, state, createdAt }: GivenHalf): string {
  const day = formatDay(new Date(createdAt))
  return [name === '' ? '不署名' : name, HALF_STATE_LABELS[state], `${day}送出`].join('・')
}

/** The halves that a member gave, in the settings. Renders nothing where there are none. */
export function OwnHalvesSection({
  halves,
  withdraw,
}: {
  halves: readonly GivenHalf[]
  withdraw: Parameters<typeof OwnHalves>[0]['withdraw']
}) {
  return (
    <OwnHalves
      halves={halves.map((half) => ({
        id: half.id,
        label: labelOf(half),
        figure: <HalfFigure drawn={half} />,
      }))}
      lines={<MotifLines motifs={halves.map(({ motif }) => motif)} />}
      withdraw={withdraw}
    />
  )
}
