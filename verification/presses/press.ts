import { setTimeout as wait } from 'node:timers/promises'

import { DatabaseUnavailable } from '../../lib/adapters/firestore/database.ts'

const TRIES = 20
const PAUSE = 200

/** Returns a press's answer, or undefined under contention ("please try again"). */
async function answerOf<Answer>(press: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await press()
  } catch (error) {
    if (error instanceof DatabaseUnavailable) return undefined
    throw error
  }
}

/** Sends one press so many times at once; returns the answers that came. */
export async function pressAtOnce<Answer>(
  times: number,
  press: () => Promise<Answer>,
): Promise<readonly Answer[]> {
  const answers = await Promise.all(Array.from({ length: times }, () => answerOf(press)))
  return answers.flatMap((answer) => answer ?? [])
}

/** Presses until the answer is one that `isEnd` takes; throws when there is none after many tries. */
export async function pressUntil<Answer>(
  press: () => Promise<Answer>,
  isEnd: (answer: Answer) => boolean,
): Promise<Answer> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const answer = await answerOf(press)
    if (answer !== undefined && isEnd(answer)) return answer
    await wait(PAUSE)
  }
  throw new Error(`No end after ${TRIES} presses.`)
}
