'use server'

import { revalidatePath } from 'next/cache'
import { z } from 'zod'

import { ownerAction } from '#app/owner-action.ts'
import { blockName, putAsideHalf, showHalf, unblockName } from '#lib/half/choose-half.ts'
import { LONGEST_NAME } from '#lib/half/half-name.ts'
import { singleLineText } from '#lib/text/text-schemas.ts'

const ofHalf = z.object({ id: z.string().regex(/^[0-9a-f]{32}$/) })
const ofName = ofHalf.extend({ name: singleLineText(LONGEST_NAME).min(1) })

// Here at once; other instances follow within a minute (lib/half/watch-halves.ts).
function refreshAfter<Answer extends { readonly ok: boolean }>(answer: Answer): Answer {
  if (answer.ok) revalidatePath('/', 'layout')
  return answer
}

/** Shows a half to everybody. */
export const showHalfAction = ownerAction(ofHalf, async (input) =>
  refreshAfter(await showHalf(input)),
)

/** Puts a half aside, whether it was shown or not. */
export const putAsideHalfAction = ownerAction(ofHalf, async (input) =>
  refreshAfter(await putAsideHalf(input)),
)

/** Blocks a name: no half shows it. */
export const blockNameAction = ownerAction(ofName, async (input) =>
  refreshAfter(await blockName(input)),
)

/** Takes the block of a name back. */
export const unblockNameAction = ownerAction(ofName, async (input) =>
  refreshAfter(await unblockName(input)),
)
