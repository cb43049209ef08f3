/** The database did not answer in time; the work may still have happened. */
export class DatabaseUnavailable extends Error {
  override readonly name: string = 'DatabaseUnavailable'
}

/** Others wrote the same documents at once. */
export class DatabaseBusy extends DatabaseUnavailable {
  override readonly name = 'DatabaseBusy'
  readonly ahead = 0
}
