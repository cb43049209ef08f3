import { callAction } from '#components/ui/call-action.ts'

type Answer = { readonly ok: boolean; readonly code?: string }

// The window of this page, which asks the owner for the proof; there is one (proof-window.tsx).
let requestProof: (() => Promise<boolean>) | undefined

/** Sets the window that asks for a proof, for as long as it is on the page. */
export function registerProofWindow(ask: () => Promise<boolean>): () => void {
  requestProof = ask
  return () => {
    if (requestProof === ask) requestProof = undefined
  }
}

/** Asks the owner for a proof here and now. Returns whether one was given. */
export async function completeProof(): Promise<boolean> {
  return (await requestProof?.()) ?? false
}

/**
 * Does what may need a proof of the last 15 minutes: where that is missing, the window asks for it and the same is done
 * again, so that the owner presses once. Returns the refusal where the window is closed without a proof.
 */
export async function withProof<Done>(act: () => Promise<Done>): Promise<Done> {
  const done = await act()
  if (!needsProof(done) || !(await completeProof())) return done
  return act()
}

function needsProof(answer: unknown): boolean {
  return isAnswer(answer) && !answer.ok && answer.code === 'proof-needed'
}

function isAnswer(value: unknown): value is Answer {
  return typeof value === 'object' && value !== null && 'ok' in value
}

/** Calls an action of the owner's page, as `callAction`, with the proof that it needs. */
export function callOwnerAction<Fields extends readonly unknown[], Done>(
  action: (...fields: Fields) => Promise<Done>,
  ...fields: Fields
): Promise<Done> {
  return withProof(() => callAction(action, ...fields))
}
