/** A file under content/ that cannot be used; the message names the file, the field and the reason. */
export class ContentError extends Error {
  override readonly name = 'ContentError'

  constructor(file: string, field: string, reason: string, options?: ErrorOptions) {
    super(`${file}: ${field}: ${reason}`, options)
  }
}
