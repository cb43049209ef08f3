/** The model keeps no log. */
export function log(): void {}

/** The model keeps no log. */
export function logFailure(): void {}
