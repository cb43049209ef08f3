/** One thing that a deployment needs: it is there, it is missing with what to do about it, or it can't be seen from here. */
export type DoctorCheck =
  | { readonly name: string; readonly state: 'good' }
  | {
      readonly name: string
      readonly state: 'missing' | 'unseen'
      readonly advice: string
      /** True for a fact that only the owner knows and adds to content/. */
      readonly isFact?: boolean
    }

/** A check that is good when `problem` is nothing, else missing for that reason. */
export function check(name: string, problem: string | undefined): DoctorCheck {
  return problem === undefined
    ? { name, state: 'good' }
    : { name, state: 'missing', advice: problem }
}

/** A check that can't be made from here, and why. */
export function unseen(name: string, advice: string): DoctorCheck {
  return { name, state: 'unseen', advice }
}

/** Marks a check as one of the owner's facts. */
export function ownersFact(doctorCheck: DoctorCheck): DoctorCheck {
  return doctorCheck.state === 'missing' ? { ...doctorCheck, isFact: true } : doctorCheck
}

/** The checks of a service; one row where it gave none in time, as without a network, or broke. */
export async function inTime(
  name: string,
  checks: Promise<readonly DoctorCheck[]>,
  milliseconds: number,
): Promise<readonly DoctorCheck[]> {
  const { promise: late, resolve } = Promise.withResolvers<readonly DoctorCheck[]>()
  const advice = `${name} gave no answer within ${milliseconds / 1000} seconds: look whether this machine has a network.`
  const timer = setTimeout(() => resolve([check(name, advice)]), milliseconds)
  const broken = (error: unknown) => {
    const why = error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
    return [check(name, `${name} could not be asked: ${why}`)]
  }
  return Promise.race([checks.catch(broken), late]).finally(() => clearTimeout(timer))
}

const MARKS = { good: '✓', missing: '✗', unseen: '–' } as const

/** All checks as lines, then what is missing as steps in the order in which to take them. */
export function checksText(checks: readonly DoctorCheck[]): string {
  const lines = checks.map((doctorCheck) =>
    doctorCheck.state === 'unseen'
      ? `${MARKS.unseen} ${doctorCheck.name}: ${doctorCheck.advice}`
      : `${MARKS[doctorCheck.state]} ${doctorCheck.name}`,
  )
  const missing = checks.flatMap((doctorCheck) =>
    doctorCheck.state === 'missing' ? [doctorCheck] : [],
  )
  if (missing.length === 0) return [...lines, '', 'Nothing is missing.'].join('\n')
  const steps = missing.filter(({ isFact }) => !isFact)
  const facts = missing.filter(({ isFact }) => isFact)
  // One cause may fail several checks.
  const advices = [...new Set(steps.map(({ advice }) => advice))]
  const numbered = advices.map((advice, index) => `${index + 1}. ${advice}`)
  return [
    ...lines,
    ...(steps.length === 0 ? [] : ['', 'What is missing, step by step:', ...numbered]),
    ...(facts.length === 0
      ? []
      : ['', 'Facts that only the owner knows:', ...facts.map(({ advice }) => `- ${advice}`)]),
  ].join('\n')
}

/** Whether nothing is missing; what can't be seen is not held against a deployment. */
export function isComplete(checks: readonly DoctorCheck[]): boolean {
  return checks.every(({ state }) => state !== 'missing')
}
