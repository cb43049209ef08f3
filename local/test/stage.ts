/** The job of a stage: `npm run check`, `npm test`, or a job of `npm run test:all`. */
export type Job = 'check' | 'test' | 'faults' | 'processes'

/** One step of a test run: a command that exits with 0 when everything holds. */
export type Stage = {
  readonly name: string
  readonly job: Job
  readonly command: readonly string[]
  /** Cores that it uses. */
  readonly cores: number
  /** The stages that must have passed before. */
  readonly after?: readonly string[]
  /** The line by which a stage that serves the others says that it is ready; it ends when they have ended. */
  readonly ready?: RegExp
  readonly env?: Readonly<Record<string, string>>
  /** Its words are printed at once, not only when it has failed. */
  readonly isHeard?: boolean
  /** Computes and waits for nothing, so that everybody else goes first. */
  readonly isPatient?: boolean
}
