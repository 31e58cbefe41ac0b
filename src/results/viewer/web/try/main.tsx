import { render } from 'preact';
import '../../../views/colours.css';
import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/parts.css';
import '../../../views/views.css';
import '../styles/shell.css';
import '../styles/try.css';
import { watchState } from './client.ts';
import { TryPage } from './try-page.tsx';

watchState();
const root = document.getElementById('app');
if (root !== null) render(<TryPage />, root);
