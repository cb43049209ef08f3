import { giveHalfAction } from '#app/halves/actions.ts'
import { GiveHalf, type GivenMotif } from '#components/half/give-half.tsx'
import { unlistedMetadata } from '#components/seo/page-metadata.tsx'
import { Headings } from '#components/ui/headings.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { findMotif } from '#lib/garment/motif.ts'
import { BRUSH_WIDTH, motifSheet } from '#lib/half/half-drawing.ts'
import type { MotifName } from '#lib/product/product.ts'

const TITLE = '讓大家看到你的另一半'
const TEXT = '送出之後，我們看過才會掛上來。'

export const metadata = unlistedMetadata(TITLE, TEXT)

function givenMotif(motif: MotifName): GivenMotif {
  const { outline, color } = findMotif(motif)
  const line = <path d={outline} fill={color} />
  return { motif, sheet: motifSheet(motif), color, width: BRUSH_WIDTH[motif], line }
}

export default function GiveHalfRoute() {
  return (
    <Headings texts={[TITLE]}>
      <div className="page">
        <PageHead title={TITLE} text={TEXT} />
        <GiveHalf motifs={[givenMotif('ridge'), givenMotif('circle')]} send={giveHalfAction} />
      </div>
    </Headings>
  )
}
