import { lazyDialog } from './load-once.ts'

/** An open dialog. A form in it never submits the form that opened it. */
export const Dialog = lazyDialog(
  async () => import('./modal-dialog.tsx'),
  ({ ModalDialog }) => ModalDialog,
)
