/** A password that was just given to somebody, on its way to be shown once. */
export interface GivenPassword {
  readonly userId: string
  readonly name: string
  readonly password: string
}
