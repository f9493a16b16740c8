import { PostingScreen } from './posting-screen.tsx'
import { unposting } from './unposting.ts'

/** `/unpost-vouchers` (spec 2.routes.unpost-vouchers). */
export const UnpostScreen = () => <PostingScreen posting={unposting} />
